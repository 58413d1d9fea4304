/* Records what a process writes below a folder, for tests that rebuild what a power cut could have left.
 *
 * Preloaded under the unmodified binary, which calls the C library for its database. Every record is appended by one
 * call: a header, the path, and what was written. A write is recorded before it is made, a sync after it returned. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATE = 1, WRITE = 2, TRUNCATE = 3, SYNC = 4, RENAME = 5, UNLINK = 6 };

struct header {
  uint32_t kind;
  uint32_t path_length;
  uint64_t offset;
  uint64_t length;
};

static int log_fd = -1;
static char folder[PATH_MAX];
static size_t folder_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *log = getenv("POWER_LOSS_LOG");
  const char *watched = getenv("POWER_LOSS_FOLDER");
  if (log == NULL || watched == NULL || strlen(watched) >= sizeof folder) return;
  strcpy(folder, watched);
  folder_length = strlen(folder);
  log_fd = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The shared memory of the WAL is made anew after every crash, and never synced. */
static int is_watched(const char *path) {
  size_t length = strlen(path);
  if (log_fd < 0 || strncmp(path, folder, folder_length) != 0) return 0;
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

static int path_of(int fd, char *path) {
  char link[64];
  if (log_fd < 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

static void record(enum kind kind, const char *path, uint64_t offset, uint64_t length, const void *data) {
  struct header header = {kind, (uint32_t)strlen(path), offset, length};
  struct iovec parts[3] = {
      {&header, sizeof header}, {(void *)path, header.path_length}, {(void *)data, data ? length : 0}};
  size_t whole = sizeof header + header.path_length + parts[2].iov_len;
  pthread_mutex_lock(&lock);
  if (writev(log_fd, parts, 3) != (ssize_t)whole) abort();
  pthread_mutex_unlock(&lock);
}

static int open_recorded(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  char whole[PATH_MAX];
  struct stat found;
  int is_new = (flags & O_CREAT) && stat(path, &found) != 0;
  int fd = real(path, flags, mode);
  if (fd < 0 || !path_of(fd, whole)) return fd;
  if (is_new) record(CREATE, whole, 0, 0, NULL);
  else if (flags & O_TRUNC) record(TRUNCATE, whole, 0, 0, NULL);
  return fd;
}

static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_recorded(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_recorded(REAL(open64), path, flags, mode);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  char path[PATH_MAX];
  if (path_of(fd, path)) record(WRITE, path, (uint64_t)offset, length, data);
  return REAL(pwrite64)(fd, data, length, offset);
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  char path[PATH_MAX];
  if (path_of(fd, path)) record(WRITE, path, (uint64_t)offset, length, data);
  return REAL(pwrite)(fd, data, length, offset);
}

ssize_t write(int fd, const void *data, size_t length) {
  char path[PATH_MAX];
  if (path_of(fd, path)) record(WRITE, path, (uint64_t)lseek(fd, 0, SEEK_CUR), length, data);
  return REAL(write)(fd, data, length);
}

int ftruncate64(int fd, off64_t length) {
  char path[PATH_MAX];
  if (path_of(fd, path)) record(TRUNCATE, path, (uint64_t)length, 0, NULL);
  return REAL(ftruncate64)(fd, length);
}

int ftruncate(int fd, off_t length) {
  char path[PATH_MAX];
  if (path_of(fd, path)) record(TRUNCATE, path, (uint64_t)length, 0, NULL);
  return REAL(ftruncate)(fd, length);
}

int fdatasync(int fd) {
  char path[PATH_MAX];
  int result = REAL(fdatasync)(fd);
  if (result == 0 && path_of(fd, path)) record(SYNC, path, 0, 0, NULL);
  return result;
}

int fsync(int fd) {
  char path[PATH_MAX];
  int result = REAL(fsync)(fd);
  if (result == 0 && path_of(fd, path)) record(SYNC, path, 0, 0, NULL);
  return result;
}

int rename(const char *from, const char *to) {
  int result = REAL(rename)(from, to);
  if (result == 0 && is_watched(from)) record(RENAME, from, 0, strlen(to), to);
  return result;
}

int unlink(const char *path) {
  int result = REAL(unlink)(path);
  if (result == 0 && is_watched(path)) record(UNLINK, path, 0, 0, NULL);
  return result;
}
