import { config } from './config.ts'

/** Pages of the public explorer where anyone can check what is recorded on the chain. */
export function addressPage(address: string): string {
  return `${config().explorerUrl}/address/${address}`
}

export function transactionPage(hash: string): string {
  return `${config().explorerUrl}/tx/${hash}`
}
