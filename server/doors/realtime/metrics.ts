/** The realtime door's counts as metrics; a process without that door reports none. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { RealtimeFigures } from './counts.ts'

/** `read` must be cheap: it is called at every scrape. */
export function addRealtimeMetrics(registry: Registry, read: () => RealtimeFigures): void {
  const registers = [registry]
  const gauge = (name: string, help: string, value: (figures: RealtimeFigures) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(read()))
      },
    })
  const counter = (name: string, help: string, value: (figures: RealtimeFigures) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value(read()))
      },
    })
  gauge('tune_realtime_sockets', 'Websockets that are open.', ({ sockets }) => sockets)
  gauge(
    'tune_realtime_topics',
    'Topics somebody listens to on which the server speaks.',
    ({ topics }) => topics,
  )
  counter('tune_realtime_frames_total', 'Frames sent.', ({ frames }) => frames)
  counter(
    'tune_realtime_conflated_total',
    'Frames left out for readers who were behind; they got the present state afterwards.',
    ({ conflated }) => conflated,
  )
  counter('tune_realtime_slow_total', 'Readers sent away because they stayed behind.', ({ slow }) => slow)
}
