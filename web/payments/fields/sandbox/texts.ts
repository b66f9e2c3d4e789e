export const bankWindow = "Sandbox Bank"
export const close = "Close"
