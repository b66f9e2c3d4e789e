export { decimalOf, dollarsOf } from "#contracts/money.ts"
