/**
 * Settings that start a server with little memory: docs/run/servers.md has the command and explains
 * each setting, and docs/decisions/038-hash-in-threads-of-their-own.md has the measurements.
 */
export const memorySettings = {
  flags: ["--max-semi-space-size=8", "--heap-growing-percent=25"],
  env: { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" },
  /** The variable that names the folder of compiled code, and its place in the data folder. */
  compileCache: ["NODE_COMPILE_CACHE", "compile-cache"],
} as const
