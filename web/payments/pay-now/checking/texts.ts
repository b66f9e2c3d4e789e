export const checkingPayment = " We are checking your payment"
export const pleaseDoNotPayAgain = "Please do not pay again."
export const bankIsSlow =
  "The answer of your bank is taking longer than usual. This page shows the outcome as soon as we know it. You may also leave: we go on checking, and you will find the outcome here and in your e-mail."
export const stillUnknown =
  "We still do not know whether your payment went through, and go on checking. You can come back later: you will find the outcome here and in your e-mail."
export const checkAgain = "Check again"
export const goBack = "Go back"
