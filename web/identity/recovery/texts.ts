export const backToLogin = "Back to login"
