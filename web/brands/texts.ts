export const serviceStatus = (status: string) => `Service status ${status}`
export const pleaseChooseYour = (term: string) => `Please choose your ${term}.`
export const needHelp = "Need help? Call "
export const openDayAndNight = "open day and night"
export const openUntil = (time: string, zone: string) => `open until ${time} ${zone}`
export const closedUntilToday = (time: string, zone: string) => `closed until ${time} ${zone}`
export const closedUntilTomorrow = (time: string, zone: string) =>
  `closed until tomorrow, ${time} ${zone}`
export const closedUntil = (day: string, time: string, zone: string) =>
  `closed until ${day}, ${time} ${zone}`
export const noon = "noon"
export const midnight = "midnight"
