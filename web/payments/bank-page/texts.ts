export const pageOfYourBank = "Page of your bank"
export const confirmPayment = "Confirm this payment with your bank"
export const notChargedYet =
  "Your bank asks you to confirm that it is you. You are not charged until you do. Please answer on its page below."
export const openingPage = "Opening your bank's page…"
export const checkingAnswer = "Checking your bank's answer…"
export const cancelPayment = "Cancel payment"
export const notCanceled = "We could not cancel your payment yet. Please try again in a moment."
export const confirmCard = "Confirm this card with your bank"
export const notSavedYet =
  "Your bank asks you to confirm that it is you. The card is saved when you have answered on its page below."
export const backToTheForm = "Back to the form"
export const cardNotConfirmed =
  "You did not confirm the card with your bank, so it was not saved. To go back to your bank's page, add the card again."
