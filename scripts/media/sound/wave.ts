/** A RIFF WAVE file: two channels of 16 bits at RATE. */
import type { Stereo } from './mixer.ts'
import { RATE } from './signal.ts'

const HEADER_BYTES = 44
const FRAME_BYTES = 4

export function wave({ left, right }: Stereo): Buffer {
  const body = left.length * FRAME_BYTES
  const file = Buffer.alloc(HEADER_BYTES + body)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEADER_BYTES - 8 + body, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * FRAME_BYTES, 28)
  file.writeUInt16LE(FRAME_BYTES, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(body, 40)
  left.forEach((sample, index) => {
    file.writeInt16LE(Math.round(sample * 32_767), HEADER_BYTES + index * FRAME_BYTES)
    file.writeInt16LE(Math.round((right[index] as number) * 32_767), HEADER_BYTES + index * FRAME_BYTES + 2)
  })
  return file
}
