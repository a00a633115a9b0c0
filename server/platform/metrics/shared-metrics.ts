/** The metrics of several processes as one page: whichever of them is asked, the one that started them adds all up. */
import type { ChildProcess } from 'node:child_process'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** What a process sends: its figures, or a wish for the page of all. */
export type Report = { figures: object[]; of: number } | { page: number }
/** What it hears: the wish for its figures, or that page. */
type Order = { figuresOf: number } | { page: number; text: string }

export type Hear = (report: Report, from: ChildProcess) => Promise<void>

/** In the process that started the others. `own` are its figures. */
export function createScrape(others: () => Iterable<ChildProcess>, own: () => Promise<object[]>): Hear {
  const asked = new Map<number, (figures: object[]) => void>()
  let number = 0

  function figuresOf(child: ChildProcess): Promise<object[]> {
    return new Promise((resolve) => {
      const of = ++number
      const answer = (figures: object[]) => {
        asked.delete(of)
        child.off('exit', ended)
        resolve(figures)
      }
      // One that ends meanwhile has nothing more to say.
      const ended = () => answer([])
      asked.set(of, answer)
      child.once('exit', ended)
      child.send({ figuresOf: of } satisfies Order, (fault) => fault && ended())
    })
  }

  return async function hear(report: Report, from: ChildProcess): Promise<void> {
    if ('figures' in report) return asked.get(report.of)?.(report.figures)
    const all = await Promise.all([own(), ...[...others()].map(figuresOf)])
    const text = await AggregatorRegistry.aggregate(all).metrics()
    from.send({ page: report.page, text } satisfies Order, () => undefined)
  }
}

/** In one of several: answers for `registry`, and resolves with the page of all. */
export function readShared(registry: Registry): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>()
  let number = 0
  process.on('message', async (order: Order) => {
    if ('figuresOf' in order) {
      const figures = await registry.getMetricsAsJSON()
      process.send?.({ figures, of: order.figuresOf } satisfies Report)
    } else if ('text' in order) {
      waiting.get(order.page)?.(order.text)
      waiting.delete(order.page)
    }
  })
  return () =>
    new Promise((resolve) => {
      const page = ++number
      waiting.set(page, resolve)
      process.send?.({ page } satisfies Report)
    })
}
