export const paidForYou = "This is paid for you. You owe nothing."
export const onCombinedBill = "This is on your combined bill."
export const onCombinedBillOf = (day: string) => `This is on your combined bill due ${day}.`
export const willCharge = (method: string, amount: string, day: string) =>
  `Auto Pay will charge ${[amount, method].filter(Boolean).join(" to ")} on ${day}.`
export const chargesLater = (amount: string, day: string) =>
  `It charges the other ${amount} later, due ${day}.`
export const notCharged = (day: string) => `Auto Pay does not charge the bill due ${day}.`
export const notInCharge = (amount: string) =>
  `The other ${amount} is not part of this charge: you can pay it after this charge, or Auto Pay charges it with your next bill.`
export const isDue = (amount: string, day: string) => `${amount} is due ${day}.`
export const carried = (amount: string) =>
  `${amount} is too little to be paid alone and is added to your next bill.`
export const paid = "Paid. Nothing is due."
export const nextBill = (day: string, amount: string) =>
  amount ? `Paid. Next bill ${day}: ${amount}.` : `Paid. Next bill ${day}.`
export const creditPays = (day: string) => `Paid. Your credit pays the next bill on ${day}.`
export const creditLeft = (amount: string) => `A credit of ${amount} is left.`
export const skipped = "You skipped the Auto Pay charge for this bill."
export const continues = (day: string) => `Auto Pay continues on ${day}.`
export const wasDue = (amount: string, day: string) => `${amount} was due ${day}.`
export const lateSince = (amount: string, day: string) => `${amount} is past due, since ${day}.`
export const covered = (day: string) => `You are covered until ${day}.`
export const payByThen = (amount: string) => `Pay ${amount} by then.`
export const wasCovered = (day: string) => `You were covered until ${day}.`
export const payOrCall = "Please pay now, or call us."
export const payNow = "Please pay it now."
export const payBy = (amount: string, day: string) => `Pay ${amount} by ${day}.`
export const moreBy = (amount: string, day: string) => `${amount} more is due by ${day}.`
