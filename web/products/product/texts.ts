export const updateYourCard = "Update your card"
export const nextBillLine = (bill: string) => `Next bill: ${bill}`
export const charge = "Auto Pay charge"
export const nextCharge = "Next Auto Pay charge"
export const chargeDay = (isOfThisBill: boolean, day: string) =>
  isOfThisBill
    ? `Auto Pay charges it on ${day}`
    : `Auto Pay does not charge it. Its next charge is on ${day}`
export const dueDate = "Due date"
export const nextBill = "Next bill"
