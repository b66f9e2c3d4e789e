export const checkingPayment = " We are checking your payment"
export const checkingAutoPay = " Auto Pay is charging this product"
export const pleaseDoNotPayAgain = "Please do not pay again."
export const bankIsSlow =
  "Your bank is taking longer than usual to answer. This page will show the result as soon as we know it. You can also leave: we will keep checking, and you will find the result here."
export const connectionLost =
  "The connection was lost while we sent your payment. We are checking whether it reached us. This page will show the result as soon as we know it."
export const stillUnknown =
  "We still do not know whether your payment went through. We will keep checking. You can come back later: you will find the result here."
export const checkAgain = "Check again"
export const goBack = "Go back"
