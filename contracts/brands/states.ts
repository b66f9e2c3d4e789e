/** The only country with a list of states: the United States. */
export const statesCountryId = "19"
