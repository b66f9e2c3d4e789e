// Apart from texts.ts, because every screen loads these.

export const stoppedActing = "You have stopped acting for this customer. You can close this tab."
export const loggedOutIdle = (idleMinutes: number) =>
  `You were logged out because you were inactive for ${idleMinutes} minutes.`
