/** Whether the page can be reloaded without taking anything away from the person using it. */
import { matchPath } from 'react-router'
import { paths } from '../lib/paths.ts'

const LOOK_MS = 1000
/** Screens on which money may be moving. */
const MONEY = ['/payment/*', '/auction/*', paths.deposit, paths.redeemBalance]

/**
 * False while a third-party frame (player, card fields) is on the page, a dialog is open, or something is being
 * typed.
 */
function isCalm(): boolean {
  if (MONEY.some((path) => matchPath(path, location.pathname))) return false
  if (document.querySelector('iframe, [role="dialog"]')) return false
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
  return ![...fields].some((field) => field === document.activeElement || field.value !== field.defaultValue)
}

/** Resolves as soon as a reload would disturb nobody. */
export function waitForCalm(): Promise<void> {
  if (isCalm()) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isCalm()) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
  })
}
