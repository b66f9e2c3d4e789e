// Apart from the texts of the shell, which every first screen loads.

export const textUnavailable = "This text is not available right now. Please try again later."
export const contactDialogTitle = "Contact us"
export const callNow = "Call Now"
export const fileYourClaim = "File your claim online"
export const callUsAt = "Call us at "
export const termsAndConditions = "Terms and Conditions"
export const termsOfService = "Terms of Service"
export const privacyPolicy = "Privacy Policy"
