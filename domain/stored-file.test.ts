import { expect, test } from 'vitest'
import { drawnPicture, storedFile } from './stored-file.ts'

test('a file is known by its path, on whichever host it was stored', () => {
  expect(storedFile('https://before.example/storage/v1/object/public/images/projects/a.jpg')).toBe(
    'images/projects/a.jpg',
  )
  expect(storedFile('/storage/v1/object/public/clips/b.mp3')).toBe('clips/b.mp3')
  expect(storedFile('https://lh3.example/photo.jpg')).toBeNull()
})

test('a picture is drawn where it is now', () => {
  const kept = 'https://before.example/storage/v1/object/public/images/projects/a.jpg'
  expect(drawnPicture(kept, 640)).toBe('/storage/v1/render/image/public/images/projects/a.jpg?width=640')
  expect(drawnPicture('https://lh3.example/photo.jpg', 640)).toBe('https://lh3.example/photo.jpg')
})
