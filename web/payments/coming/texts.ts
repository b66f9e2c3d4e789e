export const loading = "Loading your upcoming payments…"
export const loadFailed = "Your upcoming payments could not be loaded."
export const none = "No bills or charges are known for the next 12 months."
export const until = (day: string) => `Until ${day}, you can expect to pay`
export const inAll = "in all."
export const aboutEstimates =
  "A bill that is not issued yet is an estimate. It assumes that your price, how often you pay, and how you pay stay the same."
export const aboutLate =
  "Please pay what is past due first. If it stays unpaid, your coverage can end, and this list changes."
export const aboutUnknown = "We do not have later bills yet for these products:"
export const addToCalendar = "Save as calendar file (.ics)"
export const calendarFileName = "upcoming-payments.ics"
export const preparing = "Preparing the file…"
export const saved = "The file is in your downloads. Open it to add the payments to your calendar."
export const estimate = "estimate"
export const byAutoPay = (method: string) => `Auto Pay charges ${method}`
export const byCombinedBill = "On your combined bill"
export const byCustomer = "You pay"
export const skipped = "You pay, because you skipped Auto Pay"
export const byProduct = "Totals by product"
export const upcomingPayments = "Upcoming Payments"
