export const updateYourCard = "Update your card"
