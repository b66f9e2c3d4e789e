export const updateYourCard = "Update your card"
export const nextBillLine = (bill: string) => `Next bill: ${bill}`
export const charge = "Auto Pay charge"
export const nextCharge = "Next Auto Pay charge"
export const chargedOn = (day: string, amount: string | null) =>
  `Auto Pay charges ${amount ?? "it"} on ${day}`
export const notCharged = (nextDay: string) =>
  `Auto Pay does not charge it. Its next charge is on ${nextDay}`
export const dueDate = "Due date"
export const nextBill = "Next bill"
