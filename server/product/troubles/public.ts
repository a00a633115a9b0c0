/** The part of troubles that other capabilities may use. */
export { answerCorrection, previewCorrection } from './correct.ts'
export { lookAround } from './look-around.ts'
