/** The part of projects that other capabilities may use. */
export { readMoney } from './admin-project.ts'
export { lockProject } from './pause-project.ts'
export { readStock } from './projects.ts'
