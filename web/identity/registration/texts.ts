export const termsOfService = "Terms of Service"
export const privacyPolicy = "Privacy Policy"
export const iAgree = "I agree to the Terms of Service and the Privacy Policy."
export const readThe = (title: string) => `Read the ${title}`
export const identificationInformation = "Identification Information"
export const personalInformation = "Personal Information"
export const accountVerification = "Account Verification"
export const loginCredentials = "Login Credentials"
export const stepsOfYourRegistration = "Steps of your registration"
export const done = ": done"
export const back = "Back"
export const stepOf = (number: number, length: number) => `Step ${number} of ${length}`
