/** The part of projects that other capabilities may use. */
export { readMoney } from './admin-project.ts'
export { coverPrefix, type MeasuredClip, measureClip, readCover } from './cover.ts'
export { editProject } from './edit-project.ts'
export { lockProject } from './pause-project.ts'
export { clipOf, listPublicProjects } from './projects.ts'
export { readStock } from './stock.ts'
