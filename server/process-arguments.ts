import type { DeskPlace } from './platform/shared-desk.ts'

/** What the program may be started with. */
export const MIGRATE = 'migrate'
/** As one of several processes for pages and calls, which the process started that has the other roles; behind it its part, as JSON. */
export const WEB_PROCESS = 'web-process'

export type WebPart = {
  /** Websockets go to the process that started it. */
  handsOver: boolean
  desk: DeskPlace
}
