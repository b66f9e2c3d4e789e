export const notLoaded = "My Account could not be loaded"
export const storesNothing =
  "This browser stores nothing for this site, so each reload logs you out. You can log in again and use every screen without reloading. To stay logged in, let this site store data: you find that in the settings of your browser."
export const tryAgain = "Try again"
export const loading = "Loading…"
