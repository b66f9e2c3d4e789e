/** Shown when the server or the account system cannot be reached. */
export const connectivityText =
  "Is seems as though we are not able to connect the server. Please try again or call our customer service team for support."
