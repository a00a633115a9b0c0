/** What the program may be started with. */
export const MIGRATE = 'migrate'
/** As one of several processes for pages and calls, which the process started that has the other roles. */
export const WEB_PROCESS = 'web-process'
/** Behind that: websockets go to the process that started it. */
export const HANDS_OVER = 'hands-over'
