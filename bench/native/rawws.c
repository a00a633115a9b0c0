/*
 * RAWWS: as little as a server can do to tell everybody something. Accepts watchers on the first port and one
 * speaker on the second; what the speaker sends (a length of four bytes, the lowest first, and as many bytes) is
 * written once to each watcher. Says its process id when it is ready.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 65536
static int watchers[MOST];
static int count = 0;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int listen_on(int port) {
  int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 4096)) fail("listen");
  return fd;
}

static int read_all(int fd, char *to, size_t length) {
  for (size_t have = 0; have < length;) {
    ssize_t n = read(fd, to + have, length - have);
    if (n <= 0) return 0;
    have += n;
  }
  return 1;
}

static void tell(const char *bytes, size_t length) {
  for (int i = 0; i < count; i++)
    if (write(watchers[i], bytes, length) != (ssize_t)length) fail("write");
}

int main(int argc, char **argv) {
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  if (argc != 3) return 2;
  int door = listen_on(atoi(argv[1])), control = listen_on(atoi(argv[2])), on = 1;
  int poll = epoll_create1(0);
  int sources[] = {door, control};
  for (int i = 0; i < 2; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = sources[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, sources[i], &event);
  }
  printf("%d\n", getpid());
  fflush(stdout);
  char *bytes = malloc(1 << 20);
  for (;;) {
    struct epoll_event event;
    if (epoll_wait(poll, &event, 1, -1) < 0 && errno != EINTR) fail("epoll_wait");
    int fd = event.data.fd;
    if (fd == door || fd == control) {
      int client = accept(fd, NULL, NULL);
      if (client < 0) fail("accept");
      setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      if (fd == door) {
        if (count == MOST) return 3;
        watchers[count++] = client;
      } else {
        struct epoll_event speaks = {.events = EPOLLIN, .data.fd = client};
        epoll_ctl(poll, EPOLL_CTL_ADD, client, &speaks);
      }
    } else {
      uint32_t length;
      if (!read_all(fd, (char *)&length, 4) || length > 1 << 20 || !read_all(fd, bytes, length)) return 0;
      tell(bytes, length);
    }
  }
}
