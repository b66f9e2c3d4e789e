export const userAgentMaxLength = 500
