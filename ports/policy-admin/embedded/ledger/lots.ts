/** The cents of one lot. */
export interface LotState {
  unapplied: number
  /** By bill number. */
  applied: Map<number, number>
}

/** Cents. */
export function totalOf({ unapplied, applied }: LotState): number {
  return [...applied.values()].reduce((sum, cents) => sum + cents, unapplied)
}

/** Takes at most this many cents from a lot: unapplied ones, then those of the newest bills. */
export function takeNewest(lot: LotState, cents: number): LotState {
  const unapplied = Math.min(cents, lot.unapplied)
  lot.unapplied -= unapplied
  let left = cents - unapplied
  const applied = new Map<number, number>()
  for (const [bill, own] of [...lot.applied].sort(([one], [other]) => other - one)) {
    const taken = Math.min(left, own)
    left -= taken
    add(applied, bill, taken)
    add(lot.applied, bill, -taken)
  }
  return { unapplied, applied }
}

/** Adds these cents to the lot, on the same bills. */
export function put({ unapplied, applied }: LotState, lot: LotState) {
  lot.unapplied += unapplied
  for (const [bill, cents] of applied) add(lot.applied, bill, cents)
}

/** Settles as much of the bill as the lot can. */
export function move(lot: LotState, number: number, open: Map<number, number>) {
  const cents = Math.min(lot.unapplied, open.get(number) ?? 0)
  lot.unapplied -= cents
  add(lot.applied, number, cents)
  add(open, number, -cents)
}

export function add(amounts: Map<number, number>, number: number, cents: number) {
  const sum = (amounts.get(number) ?? 0) + cents
  if (sum === 0) amounts.delete(number)
  else amounts.set(number, sum)
}
