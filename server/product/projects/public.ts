/** What other capabilities may use of projects: nothing else of this folder is theirs. */
export { readMoney } from './admin-project.ts'
export { lockProject } from './pause-project.ts'
export { readStock } from './projects.ts'
