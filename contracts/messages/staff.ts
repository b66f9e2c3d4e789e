import { resetLinkMinutes } from "../identity/link-life.ts"
import { emailHoldDays } from "../staff/dual-approval.ts"
import type { CatalogueEntry } from "./entry.ts"

/** Replies to staff at the support site. */
export const staffMessages = {
  "staff.disabled": {
    status: 409,
    type: "ERROR",
    content: "This account is disabled. Please contact the person who manages the staff accounts.",
  },
  "staff.useProvider": {
    status: 403,
    type: "ERROR",
    content: "Passwords are switched off here. Please log in with your company account.",
  },
  "staff.passwordAtProvider": {
    status: 409,
    type: "ERROR",
    content: "You log in with your company account. Please change its password there.",
  },
  "provider.restart": {
    status: 409,
    type: "ERROR",
    content: "This login took too long or was used already. Please log in with {provider} again.",
  },
  "provider.otherTab": {
    status: 409,
    type: "ERROR",
    content:
      "You began another login in this browser since, so this one has ended. Please go on in the newest tab, or log in with {provider} again.",
  },
  "provider.away": {
    status: 503,
    type: "ERROR",
    content: "{provider} does not answer now. Please try again in a few minutes.",
  },
  "provider.refused": {
    status: 401,
    type: "ERROR",
    content:
      "We could not verify the answer of {provider}, so you are not logged in. Please try again.",
  },
  "provider.denied": {
    status: 401,
    type: "ERROR",
    content: "{provider} did not log you in. Please try again.",
  },
  "provider.noGroup": {
    status: 403,
    type: "ERROR",
    content:
      "{provider} knows you, but none of your groups may use this site. Please ask the person who manages your company account for access.",
  },
  "provider.unclearGroups": {
    status: 403,
    type: "ERROR",
    content:
      "Your groups at {provider} have different permissions for different brands, and an account here must have the same permissions for all of its brands. Please contact the person who manages your company account.",
  },
  "staff.roleMissing": {
    status: 403,
    type: "ERROR",
    content:
      "Your account does not have the role “{role}”, which this needs. Please contact the person who manages the staff accounts.",
  },
  "ledger.period": {
    status: 422,
    type: "ERROR",
    content: "Please choose a period of one day to 366 days. The first date comes first.",
  },
  "staff.passwordChosen": {
    status: 200,
    type: "SUCCESS",
    content: "Your new password is saved, and you are logged in.",
  },
  "secondFactor.wrong": {
    status: 422,
    type: "ERROR",
    content:
      "That code is not correct or was already used. You have {left} left. A new code appears in your app every 30 seconds.",
  },
  "secondFactor.restart": {
    status: 409,
    type: "ERROR",
    content: "Please log in again with your username and password.",
  },
  "secondFactor.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "There were too many tries to log in to this account. Please wait {wait} and try again.",
  },
  "agent.nobody": {
    status: 200,
    type: "INFO",
    content: "No customer was found. Please check the search type and the value you entered.",
  },
  "agent.tooMany": {
    status: 429,
    type: "ERROR",
    content: "You have reached your own limit for a short time. Please wait {wait} and try again.",
  },
  "agent.tooManyToday": {
    status: 429,
    type: "ERROR",
    content:
      "You have reached your own limit for 24 hours. Please wait {wait}, or ask a colleague to help this customer.",
  },
  "agent.tooManyForCustomer": {
    status: 429,
    type: "ERROR",
    content:
      "Staff have made {calls} changes for this customer within an hour, which is the limit. Please wait {wait} and try again.",
  },
  "agent.reactivate": {
    status: 409,
    type: "ERROR",
    content:
      "This registration must be reactivated. The customer needs to register again with their certificate or plan number.",
  },
  "agent.noAddress": {
    status: 409,
    type: "ERROR",
    content:
      "There is no email address on file to send the link to. Please change the email address first.",
  },
  "agent.resetSent": {
    status: 200,
    type: "SUCCESS",
    content: `We have sent a link to reset the password of {username} to {email}. It is valid for ${resetLinkMinutes} minutes.`,
  },
  "agent.emailInvalid": {
    status: 422,
    type: "ERROR",
    content: "The email address you have entered is not valid.",
  },
  "agent.emailSame": {
    status: 422,
    type: "ERROR",
    content: "This email address is already on file.",
  },
  "agent.emailMeanwhile": {
    status: 409,
    type: "ERROR",
    content: "Someone else changed the contact information at the same time. Please search again.",
  },
  "agent.emailDiffers": {
    status: 409,
    type: "ERROR",
    content:
      "Nothing was changed, because the email address on file is not the one on your screen any more. It is now: {email}. Please check with the customer and search again.",
  },
  "agent.ownEmailChange": {
    status: 409,
    type: "ERROR",
    content:
      "You changed this customer’s email address, so other staff members must make and approve this request.",
  },
  "agent.emailChanged": {
    status: 200,
    type: "SUCCESS",
    content: `The email address of {username} is now {email}. We have notified the old address and the new one. Until the old address confirms the change, or for ${emailHoldDays} days, a password reset or deletion takes two other staff members. One requests it, and one approves it.`,
  },
  "emailChange.link": {
    status: 404,
    type: "ERROR",
    content:
      "This link has been used, has expired or is for another site. If you did not ask for the new email address, please call us.",
  },
  "emailChange.confirmed": {
    status: 200,
    type: "SUCCESS",
    content: "Thank you. You have confirmed your new email address.",
  },
  "emailChange.denied": {
    status: 200,
    type: "SUCCESS",
    content:
      "Thank you. We have logged your account out everywhere and notified our security team. Please also call us at {phone}, so that we can correct your email address.",
  },
  "agent.deleted": {
    status: 200,
    type: "SUCCESS",
    content:
      "The My Account registration of {username} was deleted. The customer can register again.",
  },
  "agent.approvalAsked": {
    status: 200,
    type: "INFO",
    content: `The email address of {username} is new, so a second staff member must approve this. The request is on their Search Clients page.`,
  },
  "agent.approved": {
    status: 200,
    type: "SUCCESS",
    content: "You approved the request, and it was carried out.",
  },
  "agent.refused": {
    status: 200,
    type: "SUCCESS",
    content: "You refused the request, and nothing was changed.",
  },
  "agent.ownApproval": {
    status: 409,
    type: "ERROR",
    content: "You made this request, so another staff member must approve it.",
  },
  "agent.ownCause": {
    status: 409,
    type: "ERROR",
    content:
      "You made the payment, refund, credit or write-off that this request is about, so another staff member must decide it.",
  },
  "agent.approvalOver": {
    status: 409,
    type: "ERROR",
    content:
      "This request can no longer be decided. Someone has decided it, it has expired, or the email address or the permissions of the staff member have changed.",
  },
} as const satisfies Record<string, CatalogueEntry>
