export const lostWhenIdle = (minutes: number) =>
  `For your security, we log you out after ${minutes} minutes without activity. What you typed here is then lost.`
