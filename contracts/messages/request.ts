import { connectivityText } from "../connectivity.ts"
import { botText } from "../identity/captcha.ts"
import type { CatalogueEntry } from "./entry.ts"

/** Errors that any call can return. */
export const requestMessages = {
  "request.invalid": {
    status: 422,
    type: "ERROR",
    content: "Some information is missing or not valid. Please check what you entered.",
  },
  "request.malformed": { status: 400, type: "ERROR", content: "The request could not be read." },
  "request.cardNumber": {
    status: 422,
    type: "ERROR",
    content:
      "Please do not enter a card number here. For your safety, we refused it and kept no part of it. A card number belongs only in the Credit Card Number box of a payment method.",
  },
  "request.tooLarge": { status: 413, type: "ERROR", content: "The request is too large." },
  "request.tooMany": {
    status: 429,
    type: "ERROR",
    content: "There were too many tries. Please wait {wait} and try again.",
  },
  "request.foreignOrigin": {
    status: 403,
    type: "ERROR",
    content: "This request came from another site and was refused.",
  },
  "request.clientMismatch": {
    status: 403,
    type: "CLIENT_MISMATCH",
    content:
      "This page is out of date, or the request belongs to another site. Please reload the page and log in again.",
  },
  "request.notYours": {
    status: 403,
    type: "ERROR",
    content: "This request does not match your login. Please log in again.",
  },
  "request.notFound": {
    status: 404,
    type: "ERROR",
    content: "We could not find what you asked for.",
  },
  /** Also used for a product of another account and for one that does not exist. */
  "product.gone": {
    status: 404,
    type: "ERROR",
    content:
      "This product is not part of your account. It may have ended or moved to another account. If you have questions, please call us at {phoneNumber}.",
  },
  /** The session's account was merged or removed in the account system. */
  "account.gone": {
    status: 404,
    type: "ERROR",
    content:
      "We can no longer find your account. It may have been combined with another one or moved. Please call us at {phoneNumber}, and we will help you.",
  },
  "host.malformed": {
    status: 400,
    type: "ERROR",
    content: "This web address is not valid.",
  },
  "host.unknown": {
    status: 404,
    type: "ERROR",
    content: "Sorry, the page you are looking for is not here.",
  },
  "server.error": {
    status: 500,
    type: "ERROR",
    content:
      "Something went wrong on our side and nothing was changed. Please try again. If you call us, please give us this number: {requestId}.",
  },
  "server.busy": {
    status: 503,
    type: "ERROR",
    content: "Many people are logging in right now. Please wait a few seconds and try again.",
  },
  "server.unavailable": {
    status: 503,
    type: "ERROR",
    content: "My Account is not available right now. Please try again in a few minutes.",
  },
  "accountSystem.away": {
    status: 503,
    type: "ERROR",
    content: connectivityText,
  },
  "accountSystem.refused": {
    status: 409,
    type: "ERROR",
    content:
      "We could not make this change, so everything is as it was. Please call us, and we will help you.",
  },
  "accountSystem.paused": {
    status: 503,
    type: "INFO",
    content: "This works again when our records are back. For help, call {phoneNumber}.",
  },
  "accountSystem.planned": {
    status: 503,
    type: "INFO",
    content: "Our records are being updated until {time}.",
  },
  "session.required": { status: 401, type: "ERROR", content: "Please log in to continue." },
  "session.replaced": {
    status: 401,
    type: "ERROR",
    content: "Someone else logged in with this browser, so this tab has stopped.",
  },
  "session.expired": {
    status: 401,
    type: "ERROR",
    content: "Your session has ended. Please log in again.",
  },
  "session.staffEnded": {
    status: 401,
    type: "ERROR",
    content:
      "Your session has ended. Please log in again. If the rights of your account have changed, you then see what you may do.",
  },
  "session.actingOver": {
    status: 401,
    type: "ERROR",
    content:
      "Your time to act for this customer has ended. To continue, open their site again from Search Clients.",
  },
  "session.notAllowed": {
    status: 403,
    type: "ERROR",
    content: "Your login does not allow this.",
  },
  "captcha.bot": { status: 422, type: "ERROR", content: botText },
  "handoff.invalid": {
    status: 404,
    type: "ERROR",
    content: "This login link has been used or has expired. Please log in again.",
  },
  "handoff.actingInvalid": {
    status: 404,
    type: "ERROR",
    content: "This link to the customer's site has been used or has expired.",
  },
} as const satisfies Record<string, CatalogueEntry>
