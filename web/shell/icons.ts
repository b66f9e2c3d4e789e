import { Activity, CreditCard, House, ShieldCheck, UserRound } from "lucide"

/** The icon of each line of the navigation. */
export const destinationIcons = {
  home: House,
  status: Activity,
  paymentCenter: CreditCard,
  products: ShieldCheck,
  profile: UserRound,
}
