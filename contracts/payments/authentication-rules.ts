/**
 * The address at each site to which a bank's page redirects a customer who has confirmed or refused
 * a payment or a card. It does not reveal the outcome.
 */
export const authenticatedPath = "/authenticated"
