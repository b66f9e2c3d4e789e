export const serviceStatus = (status: string) => `Service status ${status}`
export const pleaseChooseYourUnion = "Please choose your union."
export const union = "Union"
