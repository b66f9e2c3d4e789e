export const serviceStatus = (status: string) => `Service status ${status}`
export const pleaseChooseYour = (term: string) => `Please choose your ${term}.`
export const needHelp = "Need help? Call "
export const openDayAndNight = "open day and night"
export const openUntil = (time: string, zone: string) => `open until ${time} ${zone}`
export const closedUntil = (opening: string, zone: string) => `closed until ${opening} ${zone}`
export const closedToday = "closed today (holiday)"
export const closedTodayOpens = (opening: string, zone: string) =>
  `${closedToday}, opens ${opening} ${zone}`
export const closed = "closed"
export const tomorrow = "tomorrow"
export const noon = "noon"
export const midnight = "midnight"
