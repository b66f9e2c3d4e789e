export const printedOn = (day: string) => `Printed on ${day}`
