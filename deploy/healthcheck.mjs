// Exits with 0 if the server in this container is alive. It does not use the database, so that a
// database outage does not restart servers.

const reply = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).catch(() => null)
process.exitCode = reply?.ok ? 0 : 1
