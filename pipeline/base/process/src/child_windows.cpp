// SPDX-License-Identifier: GPL-3.0-or-later
// Starts another program within limits, on Windows.
//
// The program and all that it starts are in one job, which holds the limit of memory, and which ends with its handle:
// so they do not outlive this process. The program is made asleep, put into the job, and then runs. It inherits the
// handles of its standard streams and no others. Pipes cannot be waited for together with the end of a process; so
// sleep() waits for the end alone, for a moment, and reading looks first what is there.
//
// A command line of Windows is one text, which most programs split as Microsoft's C library does: quoted()
// writes what that reads back as the same words.
//
// Source: Microsoft, Windows API reference (processes, job objects, pipes), "Parsing C command-line arguments".
#include <windows.h>
// What needs windows.h before it.
#include <psapi.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "child.h"
#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

int last_error() { return std::system_category().default_error_condition(static_cast<int>(::GetLastError())).value(); }

// A handle that is closed with its owner; null is none.
class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { close(); }
  void close() {
    if (handle_ != nullptr) ::CloseHandle(std::exchange(handle_, nullptr));
  }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

bool make_pipe(Handle& out, Handle& in) {
  HANDLE ends[2];
  if (!::CreatePipe(&ends[0], &ends[1], nullptr, 1 << 16)) return false;
  out = Handle(ends[0]), in = Handle(ends[1]);
  return true;
}

// One word of a command line. Backslashes stand for themselves unless a quotation mark follows them.
std::string quoted(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t\n\v\"") == word.npos) return word;
  std::string out = "\"";
  std::size_t backslashes = 0;
  for (const char c : word) {
    if (c == '"') out.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    out += c;
  }
  return out + std::string(backslashes, '\\') + "\"";
}

std::wstring command_line(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + quoted(word);
  return system::wide_text(out);
}

// This process's environment with `changes` in it: entries that each end with a zero, and one more.
std::wstring changed_environment(const std::vector<std::string>& changes) {
  std::vector<std::wstring> entries;
  for (const std::string& change : changes) entries.push_back(system::wide_text(change));
  wchar_t* const own = ::GetEnvironmentStringsW();
  for (const wchar_t* at = own; *at != 0; at += std::wstring_view(at).size() + 1) {
    const std::wstring entry = at, name = entry.substr(0, entry.find(L'=', 1) + 1);
    const auto is_it = [&](const std::wstring& e) {
      return e.size() >= name.size() && ::_wcsnicmp(e.c_str(), name.c_str(), name.size()) == 0;
    };
    if (std::none_of(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(changes.size()), is_it))
      entries.push_back(entry);
  }
  ::FreeEnvironmentStringsW(own);
  std::wstring out;
  for (const std::wstring& entry : entries) out += entry + L'\0';
  return out + L'\0';
}

void read_available(Handle& from, std::string& output, std::size_t most, bool& cut) {
  std::array<char, 65536> buffer;
  while (from.get() != nullptr) {
    DWORD there = 0, read = 0;
    if (!::PeekNamedPipe(from.get(), nullptr, 0, nullptr, &there, nullptr)) return from.close();
    there = std::min<DWORD>(there, buffer.size());
    if (there == 0 || !::ReadFile(from.get(), buffer.data(), there, &read, nullptr)) return;
    const std::size_t room = most - output.size();
    output.append(buffer.data(), std::min<std::size_t>(read, room));
    cut = cut || read > room;
    if (cut) return;
  }
}

}  // namespace

struct Child::Running {
  Handle job, process;
  Handle input, output, errors;

  int start(const ChildSettings& settings) {
    Handle their_input, their_output, their_errors;
    if (settings.is_asked ? !make_pipe(their_input, input) || !make_pipe(errors, their_errors) : false)
      return last_error();
    if (!settings.is_asked)
      their_input = Handle(::CreateFileW(L"NUL", GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr));
    if (!make_pipe(output, their_output)) return last_error();
    job = Handle(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (settings.memory > 0) {
      limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
      limits.ProcessMemoryLimit = settings.memory;
    }
    if (job.get() == nullptr ||
        !::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits))
      return last_error();
    std::array<HANDLE, 3> inherited{their_input.get(), their_output.get(), their_errors.get()};
    const std::size_t count = settings.is_asked ? 3 : 2;
    for (std::size_t i = 0; i < count; ++i)
      ::SetHandleInformation(inherited[i], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof startup;
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup.StartupInfo.hStdInput = inherited[0];
    startup.StartupInfo.hStdOutput = inherited[1];
    startup.StartupInfo.hStdError = inherited[count - 1];
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    std::vector<std::byte> attributes(size);
    startup.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(attributes.data());
    if (!::InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size) ||
        !::UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited.data(),
                                     count * sizeof(HANDLE), nullptr, nullptr))
      return last_error();
    std::wstring line = command_line(settings.words), environment = changed_environment(settings.environment);
    const std::wstring folder = system::wide_text(settings.folder);
    PROCESS_INFORMATION made{};
    const bool started = ::CreateProcessW(
        nullptr, line.data(), nullptr, nullptr, true,
        CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT | CREATE_NEW_PROCESS_GROUP,
        environment.data(), folder.empty() ? nullptr : folder.c_str(), &startup.StartupInfo, &made);
    const int cause = started ? 0 : last_error();
    ::DeleteProcThreadAttributeList(startup.lpAttributeList);
    if (!started) return cause;
    process = Handle(made.hProcess);
    const Handle thread(made.hThread);
    if (!::AssignProcessToJobObject(job.get(), made.hProcess)) {
      const int refused = last_error();
      ::TerminateProcess(made.hProcess, 1);
      return refused;
    }
    ::ResumeThread(thread.get());
    return 0;
  }
};

Child::Child(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Child::Child(Child&&) noexcept = default;
Child::~Child() = default;  // what is in the job ends with it

Result<Child> Child::start(const ChildSettings& settings) {
  auto running = std::make_unique<Running>();
  if (const int cause = running->start(settings); cause != 0) return cannot_run(settings.words[0], cause);
  return Child(std::move(running));
}

bool Child::has_ended() const { return ::WaitForSingleObject(running_->process.get(), 0) == WAIT_OBJECT_0; }

void Child::send(std::string_view bytes) {
  while (!bytes.empty()) {
    DWORD sent = 0;
    if (!::WriteFile(running_->input.get(), bytes.data(),
                     static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 65536)), &sent, nullptr))
      return;
    bytes.remove_prefix(sent);
  }
}

void Child::read_output(std::string& output, std::size_t most, bool& cut) {
  read_available(running_->output, output, most, cut);
}

void Child::read_errors(std::string& output, std::size_t most, bool& cut) {
  read_available(running_->errors, output, most, cut);
}

void Child::sleep() const { ::WaitForSingleObject(running_->process.get(), 2); }

// What ends a program on Windows in place of a signal is an exception, whose number is its status: an error of the
// system's or of a compiler's runtime. A status has 32 bits there; one of more than 255, such as -1, counts as 255.
ChildEnd Child::finish() {
  ::TerminateJobObject(running_->job.get(), 1);
  ::WaitForSingleObject(running_->process.get(), INFINITE);
  DWORD status = 0;
  ::GetExitCodeProcess(running_->process.get(), &status);
  PROCESS_MEMORY_COUNTERS used{};
  ::K32GetProcessMemoryInfo(running_->process.get(), &used, sizeof used);
  ChildEnd out{false, static_cast<int>(std::min<DWORD>(status, 255)), used.PeakWorkingSetSize};
  constexpr DWORD least_exception = 0xC000'0000, after_exceptions = 0xF000'0000;
  if (status < least_exception || status >= after_exceptions) return out;
  out.signalled = true;
  out.code = status == STATUS_ACCESS_VIOLATION || status == STATUS_STACK_OVERFLOW ? SIGSEGV
             : status == STATUS_CONTROL_C_EXIT                                    ? SIGINT
                                                                                  : SIGABRT;
  return out;
}

}  // namespace plumb::pipeline
