export const updateYourCard = "Update your card"
export const nextBillLine = (bill: string) => `Next bill: ${bill}`
