export const notLoaded = "My Account could not be loaded"
export const offline = "You are offline. This page loads by itself when your connection is back."
export const nextPageOffline =
  "You are offline. The next page opens by itself when your connection is back."
export const wasOffline = "Your device was offline. Please try again when it is back online."
export const storesNothing =
  "Your browser does not save data for this site, so reloading a page logs you out. You can log in again and use every screen without reloading. To stay logged in, let this site store data. You can change this in your browser's settings."
export const tryAgain = "Try again"
export const loading = "Loading…"
