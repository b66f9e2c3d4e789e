import { CreditCard, House, ShieldCheck, UserRound } from "lucide"

/** The icon of each line of the navigation. */
export const destinationIcons = {
  home: House,
  paymentCenter: CreditCard,
  products: ShieldCheck,
  profile: UserRound,
}
