import { median } from "./report.ts"

/** The median and the range of values of several rounds. */
export function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(0)} [${least.toFixed(0)}–${most.toFixed(0)}]`
}

/** 1 KB is 1000 bytes. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
