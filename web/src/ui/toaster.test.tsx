/**
 * How long toasts stay and how many are shown at once (specification, section 9), as the library works it out
 * from our options.
 */
import { renderToStaticMarkup } from 'react-dom/server'
import toast, { type Toast, useToaster } from 'react-hot-toast'
import { afterEach, expect, test } from 'vitest'
import { Toaster } from './toaster.tsx'

afterEach(() => toast.remove())

let seen: Toast[] = []
function Probe() {
  seen = useToaster(Toaster().props.toastOptions).toasts
  return null
}

/** The toasts shown now, each with its duration. */
function shown(): Toast[] {
  renderToStaticMarkup(<Probe />)
  return seen
}

test('4 s, 2 s for success, and without end while something is under way', () => {
  toast('word')
  toast.error('error')
  toast.success('success')
  toast.success('to be acted upon', { duration: 8000 })
  toast.loading('loading')
  expect(shown().map(({ message, duration }) => [message, duration])).toEqual([
    ['loading', Number.POSITIVE_INFINITY],
    ['to be acted upon', 8000],
    ['success', 2000],
    ['error', 4000],
    ['word', 4000],
  ])
})

test('at most twenty at once, the newest', () => {
  for (let number = 1; number <= 25; number++) toast(`${number}`)
  const messages = shown().map(({ message }) => message)
  expect(messages).toHaveLength(20)
  expect(messages[0]).toBe('25')
  expect(messages.at(-1)).toBe('6')
})
