/** The hint at each field for a security answer. `normalizedAnswer` is the rule that it states. */
export const answerHint = "You can ignore capital letters and extra spaces."
