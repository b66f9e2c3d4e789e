export const allRightsReserved = (year: number, clientName: string) =>
  `© ${year} ${clientName}. All rights reserved.`
