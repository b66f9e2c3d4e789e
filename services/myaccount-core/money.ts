export { centsOf, decimalOf, dollarsOf } from "#contracts/money.ts"
