/**
 * The address of each site to which a bank's page leads a customer who has confirmed a payment or a
 * card, or refused to. It says nothing about the outcome.
 */
export const authenticatedPath = "/authenticated"
