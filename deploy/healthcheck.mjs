// Ends with 0 if the server in this container is alive. It asks nothing of the database, so an
// outage of the database restarts no server.

const reply = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).catch(() => null)
process.exitCode = reply?.ok ? 0 : 1
