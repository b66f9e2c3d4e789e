// Apart from the texts of the shell, which every first screen loads.

export const customerSupport = "Customer support"
export const actingFor = " · Acting for "
export const account = (name: string, accountNumber: string) => `${name} (${accountNumber})`
export const stop = "Stop"
export const contactData = "Contact data"
export const customerSupportUser = "Customer support user: "
